-- Merging persons looks for the activities they attend; most activities have no attendees.
create index activity_attendees on crm.activity using gin (attendees jsonb_path_ops) with (fastupdate = off)
  where attendees <> '[]';
