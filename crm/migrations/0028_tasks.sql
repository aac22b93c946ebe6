-- The plan of a project shows all of its tasks and activities at once, so there is an end to both.
create trigger at_most_of_project after insert or update of project_id, is_deleted on crm.activity
  for each row when (new.project_id is not null and not new.is_deleted)
  execute function crm.keep_within('company_id,project_id', '5000', 'not is_deleted', 'A project', 'activities');
