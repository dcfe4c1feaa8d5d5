package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.engine.CachedMySql;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs tests as an ordinary user if root runs the build, on the best volumes that such a user can
 * have; {@link OrdinaryCopiesTest} covers the others. Not needed if an ordinary user runs the
 * build.
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
        "SchemaOnRealServersTest",
        "PromotionOnRealServersTest",
        "volume.RootlessLaunchTest",
        "database.LaunchedLoginsTest",
        "mysql.MySqlUnderLoadTest"
      })
  void it_holds_on_overlays_in_user_namespaces(String tests) throws IOException {
    assertPass("rootless-overlay", user.home(), tests);
  }
}
