package dev.goldenrod.storage.jdbi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.port.StoreUnavailableException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jdbi.v3.core.ConnectionException;
import org.junit.jupiter.api.Test;

class ExceptionTranslatorTest {
  private final ExceptionTranslator exceptions = new ExceptionTranslator(Dialect.H2, "test");

  @Test
  void an_embedded_store_whose_pool_waited_too_long_for_a_connection_is_away_for_a_while() {
    SQLException timeout = new SQLTransientConnectionException("request timed out after 10007ms");

    assertThat(exceptions.lost(new ConnectionException(timeout)))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("timed out");
    assertThat(exceptions.lost(new ConnectionException(new SQLException("no such user"))))
        .isNotInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void a_statement_that_got_no_response_is_not_run_again_as_after_a_dropped_connection() {
    ExceptionTranslator postgres = new ExceptionTranslator(Dialect.POSTGRESQL, "test");
    String lost = "08006";

    assertThat(postgres.beforeCommit(new SQLException("dropped", lost)))
        .isInstanceOf(ExceptionTranslator.TransientException.class);
    assertThat(
            postgres.beforeCommit(
                new SQLException("I/O error", lost, new SocketTimeoutException("timed out"))))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage("the store test accepted a statement and did not respond in time");
  }
}
