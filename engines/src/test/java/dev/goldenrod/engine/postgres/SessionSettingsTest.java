package dev.goldenrod.engine.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SessionSettingsTest {
  @Test
  void a_blank_in_a_value_does_not_end_the_option() {
    SessionSettings settings =
        new SessionSettings(
            Map.of("default_transaction_isolation", "read committed", "lock_timeout", "0"));

    assertThat(settings.options())
        .isEqualTo("-c default_transaction_isolation=read\\ committed -c lock_timeout=0");
    assertThat(settings.statements())
        .isEqualTo("SET default_transaction_isolation = 'read committed'; SET lock_timeout = '0'");
  }

  @Test
  void the_search_path_of_statements_is_a_list() {
    assertThat(SessionSettings.OF_SOURCE.statements())
        .contains("SET search_path = pg_catalog, pg_temp");
  }

  @Test
  void what_only_newer_releases_know_is_told_to_no_older_one() {
    assertThat(SessionSettings.OF_ROLE.on(13)).isEqualTo(SessionSettings.OF_ROLE);
    assertThat(SessionSettings.OF_ROLE.on(14).values())
        .containsEntry("idle_session_timeout", "0")
        .doesNotContainKey("transaction_timeout");
    assertThat(SessionSettings.OF_ROLE.on(17).options()).contains("-c transaction_timeout=0");
  }

  @Test
  void an_ordinary_user_is_not_given_what_only_a_superuser_may_set() {
    assertThat(SessionSettings.OF_ADMIN.values()).containsKey("session_replication_role");
    assertThat(SessionSettings.OF_SOURCE.values()).doesNotContainKey("session_replication_role");
    assertThat(SessionSettings.OF_ROLE.values()).doesNotContainKey("session_replication_role");
  }
}
