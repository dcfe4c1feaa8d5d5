package dev.goldenrod.storage.jdbi;

import dev.goldenrod.idempotency.KeptAnswer;
import dev.goldenrod.port.AnswerRepository;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

record JdbiAnswers(Sql sql) implements AnswerRepository {
  private static final Columns<KeptAnswer> COLUMNS =
      new Columns<>(
          "user_id, idempotency_key, request, status, body, created_at", JdbiAnswers::read);

  @Override
  public boolean insertIfAbsent(KeptAnswer answer) {
    return sql.update(
            """
            insert into kept_answers
              (user_id, idempotency_key, request, status, body, created_at)
            values (:userId, :key, :request, :status, :body, :createdAt)
            on conflict do nothing
            """,
            values -> bind(values, answer))
        > 0;
  }

  @Override
  public Optional<KeptAnswer> find(UUID userId, String key) {
    return sql.one(
        COLUMNS,
        "from kept_answers where user_id = :userId and idempotency_key = :key",
        values -> values.uuid("userId", userId).text("key", key));
  }

  @Override
  public void update(KeptAnswer answer) {
    sql.update(
        """
        update kept_answers set request = :request, status = :status, body = :body,
          created_at = :createdAt
        where user_id = :userId and idempotency_key = :key
        """,
        values -> bind(values, answer));
  }

  @Override
  public void delete(UUID userId, String key) {
    sql.update(
        "delete from kept_answers where user_id = :userId and idempotency_key = :key",
        values -> values.uuid("userId", userId).text("key", key));
  }

  @Override
  public void deleteCreatedBefore(Instant time) {
    sql.update(
        "delete from kept_answers where created_at < :time",
        values -> values.instant("time", time));
  }

  private void bind(Values values, KeptAnswer answer) throws SQLException {
    values
        .uuid("userId", answer.userId())
        .text("key", answer.key())
        .text("request", answer.request())
        .number("status", answer.status())
        .text("body", answer.body())
        .instant("createdAt", answer.createdAt());
  }

  private static KeptAnswer read(Row row) throws SQLException {
    return new KeptAnswer(
        row.uuid(), row.text(), row.text(), row.number(), row.text(), row.instant());
  }
}
