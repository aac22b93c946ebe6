-- Processes remember the stages of a company, and are told when they change.
create function crm.tell_stages() returns trigger language plpgsql as $$
begin
  perform pg_notify('crm_stages', coalesce(new.company_id, old.company_id)::text);
  return null;
end $$;
create trigger tell_stages after insert or update or delete on crm.stage for each row execute function crm.tell_stages();
create trigger tell_stages after insert or update or delete on crm.pipeline for each row execute function crm.tell_stages();
