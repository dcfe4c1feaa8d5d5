package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.database.Database;
import dev.goldenrod.instance.Credentials;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatabaseLoginsAuditTest extends DatabasesFixture {
  @Test
  void a_members_reads_of_a_databases_credentials_are_audited_once_an_hour() {
    Database shop = running("shop");
    Database tea = running("tea");
    databases.credentials(ada, shop);
    databases.credentials(ada, shop);
    databases.credentials(ada, tea);
    assertThat(reads()).containsExactly(target(tea), target(shop));

    clock.advance(Duration.ofMinutes(59));
    databases.credentials(ada, shop);
    assertThat(reads()).hasSize(2);
    clock.advance(Duration.ofMinutes(1));
    databases.credentials(ada, shop);
    assertThat(reads()).containsExactly(target(shop), target(tea), target(shop));
  }

  @Test
  void a_copy_that_is_up_to_date_is_no_read() {
    Database shop = running("shop");
    Credentials first = databases.changedCredentials(ada, shop, null).orElseThrow();
    clock.advance(Duration.ofHours(2));

    assertThat(databases.changedCredentials(ada, shop, first)).isEmpty();
    assertThat(reads()).hasSize(1);
  }

  private Database running(String name) {
    create(name);
    settle();
    return databases.find(ada, name);
  }

  private List<String> reads() {
    return control.auditLog().list(ada, 100, null).stream()
        .filter(event -> event.action().equals("database.credentials.read"))
        .map(AuditEvent::target)
        .toList();
  }

  private static String target(Database database) {
    return "database/" + database.id();
  }
}
