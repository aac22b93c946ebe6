-- A search reads what waits to be sorted into the index of words one by one. Up to 4 MB waited, after an import or some
-- thousand new records; 128 kB cost writes nothing that could be measured.
alter index crm.deal_words_find set (gin_pending_list_limit = 128);
alter index crm.file_words_find set (gin_pending_list_limit = 128);
alter index crm.lead_words_find set (gin_pending_list_limit = 128);
alter index crm.note_words_find set (gin_pending_list_limit = 128);
alter index crm.organization_words_find set (gin_pending_list_limit = 128);
alter index crm.person_words_find set (gin_pending_list_limit = 128);
alter index crm.product_words_find set (gin_pending_list_limit = 128);
alter index crm.project_words_find set (gin_pending_list_limit = 128);
