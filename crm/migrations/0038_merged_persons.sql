-- Who was merged into a person, for what is told about somebody.
create index change_merged on crm.change (company_id, entity, (facts ->> 'merged_to_id')) where action = 'merged';
