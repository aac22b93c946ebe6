-- The first owner's generated secrets while no person has seen them. The row is deleted once they are printed. A start
-- that finds it makes new ones: the old ones are known to nobody. It holds what was stored for each secret, and null
-- for a secret that came from a setting, so that a password or token changed in the meantime is told and left alone.
create table portico.unshown_owner (
  company_id    bigint not null,
  user_id       bigint not null,
  password_hash text,
  token_digest  bytea,
  primary key (company_id, user_id)
);
