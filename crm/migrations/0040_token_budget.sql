-- What a company may spend on calls in a day follows from its plan and its seats; what it spent is kept by day.
alter table crm.company
  add column plan text not null default 'ultimate' check (plan in ('lite', 'growth', 'premium', 'ultimate')),
  -- Tokens a day beside those of the plan.
  add column extra_tokens bigint not null default 0;

create table crm.token_spending (
  company_id bigint not null references crm.company,
  day        date not null,
  tokens     bigint not null,
  primary key (company_id, day)
);
