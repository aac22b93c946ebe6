-- Which records were made as sample data, so that exactly these can be removed whatever was changed about them. A mark
-- stays when its record is deleted, for one that is brought back is a sample again, until a new sample is made.
create table crm.sample_record (
  company_id  bigint not null references crm.company,
  entity      text not null,
  record_id   text not null,
  primary key (company_id, entity, record_id)
);

-- The inbox counts the leads that nobody has opened yet, whenever a lead changes.
create index lead_unseen on crm.lead (company_id) where not was_seen and not is_archived and not is_deleted;
