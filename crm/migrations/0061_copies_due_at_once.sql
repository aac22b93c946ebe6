-- As exact as the clock it is compared with: a copy is due in the millisecond in which it is asked for.
alter table crm.asked_move alter column due_time set default date_trunc('milliseconds', now());
