package dev.goldenrod.dataplane.local.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Size limits, which a kind of volumes enforces or reports as unsupported. */
abstract class VolumeContractLimits extends VolumeStoreFixture {
  private static final String TWENTY_MIB = "head -c 20971520 /dev/zero > ";

  @Test
  void a_limited_clone_holds_no_more_and_others_still_do_or_the_store_says_why_not()
      throws IOException {
    golden("golden", "rows");
    volumes.clone("golden", "limited", runAs, 10);
    volumes.clone("golden", "other", runAs);

    if (volumes.limitProblem("limited").isPresent()) {
      System.out.println(
          "no limits tried on " + setting() + ": " + volumes.limitProblem().orElseThrow());
      assertThat(volumes.limitProblem("limited")).isEqualTo(volumes.limitProblem());
      in("limited", TWENTY_MIB + "big");
      return;
    }
    assertThat(volumes.limitProblem()).isEmpty();
    assertThatThrownBy(() -> in("limited", TWENTY_MIB + "big"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageMatching("(?s).*(No space left on device|Disk quota exceeded).*");
    in("other", TWENTY_MIB + "big");
    assertThat(
            in("limited", "rm big; echo changed > file; mkdir -p a/b; mv file a/b; cat a/b/file"))
        .isEqualTo("changed");
  }

  @Test
  void a_limit_outlives_a_restart_and_a_copy_of_the_full_volume_has_one_of_its_own()
      throws IOException {
    golden("golden", "rows");
    volumes.clone("golden", "limited", runAs, 10);
    if (volumes.limitProblem("limited").isPresent()) {
      assertThat(volumes.limitProblem("limited").orElseThrow()).isNotBlank();
      return;
    }
    in("limited", TWENTY_MIB + "big || true");

    restart();
    volumes.copy("limited", "copy");
    volumes.freeze("copy");
    volumes.clone("copy", "branch", runAs, 10);

    assertThatThrownBy(() -> in("limited", TWENTY_MIB + "more"))
        .isInstanceOf(DataPlaneException.class);
    assertThat(in("branch", "head -c 5000000 /dev/zero > more; cat file")).isEqualTo("rows");
    volumes.remove("limited");
    volumes.remove("branch");
    volumes.remove("copy");
    volumes.remove("golden");
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void an_unlimited_clone_of_a_limited_store_takes_what_it_likes() throws IOException {
    golden("golden", "rows");
    Path clone = volumes.clone("golden", "clone", runAs, 0);

    in("clone", TWENTY_MIB + "big");

    assertThat(clone.resolve("data/big")).hasSize(20 << 20);
  }
}
