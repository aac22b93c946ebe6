-- Processes remember for seconds who a token belongs to and what that person may see, and are told when it changes: a
-- revoked token is refused at once, whoever revoked it.
create function crm.tell_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('crm_access', old.company_id::text);
  return null;
end $$;
create trigger tell_access after update or delete on crm.api_token for each row execute function crm.tell_access();
create trigger tell_access after delete or update of role_id, is_admin, active, is_deleted, default_currency on crm.app_user
  for each row execute function crm.tell_access();
-- A new role below another changes nothing for anybody who is remembered.
create trigger tell_access after update or delete on crm.role for each row execute function crm.tell_access();
