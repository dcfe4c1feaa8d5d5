package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.engine.CachedMySql;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What holds of databases, snapshots, branches, schemas and imports when root runs the build, tried
 * as an ordinary user too, on the best volumes that such a user gets; for the others see {@link
 * OrdinaryCopiesTest}. Where an ordinary user runs the build, these tests hold for one by
 * themselves.
 */
@Tag("slow")
@EnabledIf("dev.goldenrod.engine.user.OrdinaryUser#canBeMade")
class OrdinaryUserTest extends OrdinaryUserFixture {
  @BeforeAll
  static void give_mysql() throws IOException {
    user.give(CachedMySql.fetched(), ".cache/goldenrod");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LocalDataPlaneContractTest",
        "SchemaRoadTest",
        "PromotionRoadTest",
        "mysql.MySqlUnderLoadTest"
      })
  void it_holds_on_overlays_in_user_namespaces(String tests) throws IOException {
    assertPass("rootless-overlay", user.home(), tests);
  }
}
