-- A goal counts the activities of years: what it asks of them is in the index of the day.
drop index crm.activity_by_done;
create index activity_by_done on crm.activity (company_id, marked_as_done_time) include (owner_id, type, deal_id, done, is_deleted)
  where marked_as_done_time is not null;
drop index crm.activity_by_add;
create index activity_by_add on crm.activity (company_id, add_time, id) include (owner_id, type, deal_id, is_deleted);

-- Statistics of a pipeline ask the deals themselves when they were added.
drop index crm.change_adding_deals;
