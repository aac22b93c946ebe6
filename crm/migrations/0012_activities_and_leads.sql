-- The primary participant of an activity is the one who is activity.person_id: one place says so.
alter table crm.activity_participant drop column is_primary;

create index activity_by_due on crm.activity (company_id, due_date, id);
create index activity_by_add on crm.activity (company_id, add_time, id);
create index lead_by_update on crm.lead (company_id, update_time, id);
