package dev.goldenrod.storage.jdbi;

import dev.goldenrod.idempotency.IdempotencyRecord;
import dev.goldenrod.port.IdempotencyRepository;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Servers of the previous release share the rows. They repeat the row's status over HTTP, whereas
 * this release uses the route's, so rows get the status 201 with a body and 204 without.
 */
record JdbiIdempotency(Sql sql) implements IdempotencyRepository {
  private static final int CREATED = 201;
  private static final int NO_CONTENT = 204;
  private static final int GIVEN_UP = 410;

  private static final Columns<IdempotencyRecord> COLUMNS =
      new Columns<>(
          "user_id, idempotency_key, request, status, body, created_at", JdbiIdempotency::read);

  @Override
  public boolean insertIfAbsent(IdempotencyRecord answer) {
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
  public Optional<IdempotencyRecord> find(UUID userId, String key) {
    return sql.one(
        COLUMNS,
        "from kept_answers where user_id = :userId and idempotency_key = :key",
        values -> values.uuid("userId", userId).text("key", key));
  }

  @Override
  public void update(IdempotencyRecord answer) {
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

  private void bind(Values values, IdempotencyRecord answer) throws SQLException {
    values
        .uuid("userId", answer.userId())
        .text("key", answer.key())
        .text("request", answer.fingerprint())
        .number("status", status(answer))
        .text("body", answer.answer())
        .instant("createdAt", answer.createdAt());
  }

  private static int status(IdempotencyRecord answer) {
    if (answer.isGivenUp()) {
      return GIVEN_UP;
    }
    return answer.answer().isEmpty() ? NO_CONTENT : CREATED;
  }

  private static IdempotencyRecord read(Row row) throws SQLException {
    UUID userId = row.uuid();
    String key = row.text();
    String fingerprint = row.text();
    boolean givenUp = row.number() == GIVEN_UP;
    return new IdempotencyRecord(userId, key, fingerprint, row.text(), givenUp, row.instant());
  }
}
