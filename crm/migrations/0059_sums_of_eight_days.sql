-- Sums are kept by eight days together too (crm/sales/deals/keptDays.ts). Those that are kept do not have them: the
-- deals are counted until the job has made all of them anew.
/* all companies: every one of them is made anew */
delete from crm.deal_sums;
