-- How many messages a company has written lately, which is bounded.
create index mail_message_written_lately on crm.mail_message (company_id, add_time) where source = 'written';
