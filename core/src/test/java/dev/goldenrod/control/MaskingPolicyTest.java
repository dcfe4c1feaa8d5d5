package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class MaskingPolicyTest extends MaskingFixture {
  private static final Instances.Launch LAUNCH = Instances.Launch.latest("shop", Ttl.parse("1h"));

  @Test
  void a_sensitive_source_is_not_imported_without_rules_by_anybody() {
    UUID source = source(true);

    assertThatThrownBy(() -> start(source))
        .hasMessage(
            "source %s has no masking rules, which a sensitive source requires; set them with 'goldenrod mask set %s FILE'",
            source, source);
    put(source, RULES);
    imported(source);
    imported(source(false));
    assertThatThrownBy(() -> source("yes")).hasMessage("config.sensitive must be true or false");
  }

  @Test
  void a_golden_that_requires_masking_gives_no_copies_of_other_versions() {
    UUID source = source();
    UUID golden = imported(source);
    control.goldens().requireMasking(admin, golden, true);

    assertUnattested(() -> control.instances().launch(admin, LAUNCH));
    assertUnattested(() -> control.databases().create(admin, DatabaseCopy.of("crm", "shop")));
    assertUnattested(
        () -> control.pools().create(admin, new Pools.Create("shop", 0, InstanceSize.SMALL, 1)));
    assertRequiresMasking(() -> register("shop"), "golden 'shop'");
    assertThatThrownBy(() -> start(source)).hasMessageContaining("which golden 'shop' requires");

    put(source, RULES);
    imported(source);
    assertThat(control.instances().launch(admin, LAUNCH).spec().golden())
        .isEqualTo(new GoldenRef(golden, "shop", 2, 1));
    assertThat(control.goldens().versions(admin, golden))
        .extracting(GoldenVersion::isAttested)
        .containsExactly(false, true);
    assertThat(audited()).contains("golden.masking.required");

    control.goldens().requireMasking(admin, golden, false);
    register("shop");
  }

  @Test
  void a_clone_is_not_refreshed_to_a_version_without_attestation() {
    UUID golden = imported(source());
    UUID clone = control.instances().launch(admin, LAUNCH).id();
    settle();
    control.goldens().requireMasking(admin, golden, true);

    assertUnattested(() -> control.instances().refresh(admin, clone, ""));
  }

  @Test
  void a_pool_has_no_warm_clones_of_a_version_without_attestation_and_says_why() {
    UUID source = source();
    UUID golden = imported(source);
    UUID pool =
        control
            .pools()
            .create(admin, new Pools.Create("shop", 0, InstanceSize.SMALL, 2))
            .pool()
            .id();
    settle();
    assertThat(control.pools().find(admin, pool).ready()).isEqualTo(2);

    control.goldens().requireMasking(admin, golden, true);
    settle();

    assertThat(control.pools().find(admin, pool).ready()).isZero();
    assertThat(control.pools().find(admin, pool).pool().health().message())
        .contains("golden 'shop', version 1, has no attestation of masking", "import it again");
    List<Instance> warm = store.inTransaction(tx -> tx.instances().ofPool(admin.orgId(), pool));
    assertThat(warm).isEmpty();

    put(source, RULES);
    imported(source);
    assertThat(control.pools().find(admin, pool).ready()).isEqualTo(2);
    assertThat(control.pools().find(admin, pool).pool().health().message()).isEmpty();
  }

  @Nested
  class OfServer extends MaskingFixture {
    @Override
    Settings settings() {
      return Settings.DEFAULTS.withMaskingRequired(true);
    }

    @Test
    void a_server_that_requires_masking_accepts_nothing_else() {
      UUID source = source();

      assertThatThrownBy(() -> start(source)).hasMessageContaining("which this server requires");
      assertRequiresMasking(
          () ->
              control
                  .goldens()
                  .register(
                      admin, Goldens.RegisterVersion.of("new", Substrate.POSTGRES, "dir:/srv")),
          "this server");
      put(source, RULES);
      imported(source);
      assertThat(control.instances().launch(admin, LAUNCH).spec().golden().version()).isEqualTo(1);
    }
  }

  private void register(String name) {
    control
        .goldens()
        .register(
            admin, Goldens.RegisterVersion.of(name, Substrate.POSTGRES, "snapshot-of-a-disk"));
  }

  private static void assertUnattested(ThrowingCallable call) {
    assertThatThrownBy(call)
        .hasMessage(
            "golden 'shop', version 1, has no attestation of masking, which golden 'shop' requires; set masking rules for its source with 'goldenrod mask set', and import it again");
  }

  private static void assertRequiresMasking(ThrowingCallable call, String requirer) {
    assertThatThrownBy(call)
        .hasMessageContaining("because %s requires masking".formatted(requirer));
  }
}
