package dev.goldenrod.testkit.dataplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Contract of image upgrades, also for data planes without images. */
public abstract class DataPlaneContractImages extends DataPlaneContractPart {
  @Test
  void a_database_that_runs_in_the_configured_image_keeps_its_data_and_login() throws Exception {
    DatabaseSpec spec = readyClone();
    Credentials login = login(spec);
    write(login, "kept");

    assertThat(isUpgradeDue(spec)).isFalse();

    assertThat(read(login)).isEqualTo("kept");
    ensureStopped(spec);
    ensureReady(spec);
    assertThat(login(spec)).isEqualTo(login);
    assertThat(read(login)).isEqualTo("kept");
  }

  @Tag("slow")
  @Test
  void a_stopped_database_takes_no_other_image() {
    DatabaseSpec spec = readyClone();
    ensureStopped(spec);

    assertThatThrownBy(() -> plane.databases().upgradeImage(spec.id(), true))
        .isInstanceOf(DataPlaneException.class);
  }

  private boolean isUpgradeDue(DatabaseSpec spec) {
    try {
      return plane.databases().upgradeImage(spec.id(), false);
    } catch (DataPlaneException e) {
      assertThat(e).hasMessageContaining("has no images").hasMessageContaining("restart");
      return false;
    }
  }
}
