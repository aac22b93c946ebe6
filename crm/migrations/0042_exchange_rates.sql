-- When somebody last said what a currency is worth.
alter table crm.currency add column rate_time timestamptz;
