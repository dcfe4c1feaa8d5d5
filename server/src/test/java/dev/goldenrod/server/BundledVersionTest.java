package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the PostgreSQL version that is bundled with the server. */
class BundledVersionTest {
  @TempDir Path temporary;

  private LocalRoot root;
  private Installations installations;

  @BeforeEach
  void look() throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    RunAs runAs = RunAs.detect();
    root = LocalRoot.open(temporary.resolve("data"), "unused", runAs);
    installations = Installations.find(root, runAs, List.of());
  }

  @AfterEach
  void remove() {
    root.purge();
  }

  @Test
  void it_is_known_before_it_is_unpacked() {
    assertThat(installations.engines())
        .filteredOn(one -> one.version().equals("18"))
        .singleElement()
        .matches(EngineVersion::isAvailable);
    assertThat(root.engines()).isEmptyDirectory();
  }

  @Tag("slow")
  @Test
  void it_is_of_the_version_that_is_told() {
    assertThat(installations.servers("postgresql"))
        .last()
        .returns(EngineVersion.Origin.BUNDLED, Installation::origin)
        .returns("18", Installation::release);
  }
}
