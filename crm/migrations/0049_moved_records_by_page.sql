-- What a page of records names is looked up by the ids of the source alone, whatever kind they are of; the parts of a page by
-- what they belong to.
create index moved_record_by_source_id on crm.moved_record (company_id, source, source_id);
drop index crm.moved_record_parent;
create index moved_record_parent on crm.moved_record (company_id, source, parent) where parent is not null;
