-- E-mail addresses of a person, in lower case, to find persons by them.
create function crm.email_addresses(emails jsonb) returns text[] language sql immutable strict parallel safe
  as $$ select coalesce(array_agg(lower(entry ->> 'value')), '{}') from jsonb_array_elements(emails) entry $$;
create index person_by_email_address on crm.person using gin (crm.email_addresses(emails));
