package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.testing.InMemoryStore;
import org.junit.jupiter.api.Test;

class QuotaSetByTest {
  private static final String PATH = "/v1/org/quota";

  @Test
  void a_quota_says_which_caps_stand_against_those_that_a_start_gives() {
    try (TestServer server = TestServer.of(new InMemoryStore())) {
      assertThat(server.send("ann", "GET", PATH, "").header("Quota-Set-By"))
          .isEqualTo("max_instances_per_user=start, max_instances_per_org=start");

      server.send("admin", "PATCH", PATH, "{\"max_instances_per_user\":5}");

      assertThat(server.send("ann", "GET", PATH, "").header("Quota-Set-By"))
          .isEqualTo("max_instances_per_user=patch, max_instances_per_org=start");
    }
  }
}
