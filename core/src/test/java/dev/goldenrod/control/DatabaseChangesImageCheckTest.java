package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.DatabaseChanges.ImageCheckLimiter;
import dev.goldenrod.database.Database;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DatabaseChangesImageCheckTest extends DatabasesFixture {
  private final ImageCheckLimiter checks = new ImageCheckLimiter();

  @Test
  void a_database_is_looked_at_for_one_request_at_a_time() {
    Database shop = create("shop");

    assertThat(checks.run(shop, () -> refusal(shop)))
        .contains("database 'shop'", "another request is checking its image");
    assertThat(checks.run(shop, () -> "looked at")).isEqualTo("looked at");
  }

  @Test
  void few_are_looked_at_at_once() {
    Database shop = create("shop");
    List<Database> all = IntStream.rangeClosed(0, 8).mapToObj(i -> copyOf(shop)).toList();

    assertThat(lookAtFrom(all, 0)).contains("the images of 8 other databases");
  }

  /** Nests a check of each database in the previous one, and returns the last one's refusal. */
  private String lookAtFrom(List<Database> all, int index) {
    return index == all.size() - 1
        ? refusal(all.get(index))
        : checks.run(all.get(index), () -> lookAtFrom(all, index + 1));
  }

  private static Database copyOf(Database one) {
    return new Database(
        UUID.randomUUID(),
        one.orgId(),
        one.ownerId(),
        one.clusterId(),
        one.name(),
        one.template(),
        one.ancestry(),
        one.promotion(),
        one.goal(),
        one.status(),
        one.isProtected(),
        one.deletion(),
        one.createdAt(),
        one.revision());
  }

  private String refusal(Database database) {
    return assertThatThrownBy(() -> checks.run(database, () -> true))
        .isInstanceOf(ControlPlaneException.class)
        .actual()
        .getMessage();
  }
}
