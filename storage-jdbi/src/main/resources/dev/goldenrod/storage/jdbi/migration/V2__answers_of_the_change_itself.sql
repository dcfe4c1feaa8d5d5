-- Answers are kept in the transaction of their change now: a row without one tells nothing.
delete from kept_answers where status = 0;
