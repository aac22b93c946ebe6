-- What a currency is worth by the table that comes with the product (crm/company/currencies/referenceRates.ts): units of
-- it for one US dollar, null for what has no price. A rate that the company gave itself (`rate`) wins.
alter table crm.currency add column reference_rate numeric check (reference_rate > 0);
