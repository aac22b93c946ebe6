-- Persons who were forgotten. `words` are what texts are searched for, until that is done.
create table crm.erasure (
  company_id  bigint not null references crm.company,
  person_id   bigint not null,
  user_id     bigint not null,
  state       text not null default 'running' check (state in ('running', 'done')),
  words       text[],
  -- how far the change log was gone through
  log_seq     bigint not null default 0,
  add_time    timestamptz not null default now(),
  finish_time timestamptz,
  primary key (company_id, person_id),
  foreign key (company_id, user_id) references crm.app_user
);
create index erasure_to_do on crm.erasure (add_time) where state = 'running';

-- A value without the words that a pattern finds in its texts; keys and numbers stay.
create function crm.without_words(value jsonb, pattern text) returns jsonb language plpgsql immutable parallel safe as $$
begin
  case jsonb_typeof(value)
    when 'string' then return to_jsonb(regexp_replace(value #>> '{}', pattern, '[forgotten]', 'gi'));
    when 'object' then return (select coalesce(jsonb_object_agg(e.key, crm.without_words(e.value, pattern)), '{}') from jsonb_each(value) e);
    when 'array' then return (select coalesce(jsonb_agg(crm.without_words(e.value, pattern) order by e.place), '[]')
      from jsonb_array_elements(value) with ordinality e (value, place));
    else return value;
  end case;
end $$;

comment on column crm.export.moment is 'lines of the change log before the moment it is as of: those up to a number, and of the later ones those listed';
