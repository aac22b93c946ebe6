-- Entries that wait to be sorted in are read through by every search: after an import by each of the searches for
-- duplicates, which then took longer than storing the records. Sorting in two entries at once costs a new person little.
alter index crm.person_by_email_address set (fastupdate = off);
alter index crm.person_by_phone set (fastupdate = off);
select gin_clean_pending_list('crm.person_by_email_address'), gin_clean_pending_list('crm.person_by_phone');
