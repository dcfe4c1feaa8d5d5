package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The reads of what belongs to one golden or source, and who may read it. */
class UsesOfGoldensTest {
  private final ControlFixture fixture = new ControlFixture();
  private final ControlPlane control = fixture.control;
  private final Actor admin = fixture.admin;
  private final Actor uma = fixture.member("uma@example.com", Role.USER);

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void clones_of_a_golden_are_those_that_the_member_may_use() {
    UUID shop = fixture.golden("shop").goldenId();
    fixture.golden("bank");
    Instance of = control.instances().launch(uma, Instances.Launch.latest("shop", Ttl.parse("1h")));
    control.instances().launch(uma, Instances.Launch.latest("bank", Ttl.parse("1h")));
    Instance own =
        control.instances().launch(admin, Instances.Launch.latest("shop", Ttl.parse("1h")));

    assertThat(control.instances().ofGolden(uma, shop))
        .extracting(Instance::id)
        .containsExactly(of.id());
    assertThat(control.instances().ofGolden(admin, shop))
        .extracting(Instance::id)
        .containsExactlyInAnyOrder(of.id(), own.id());
  }

  @Test
  void newest_versions_leave_out_goldens_that_the_member_may_not_see() {
    UUID shop = fixture.golden("shop").goldenId();
    fixture.golden("shop");
    UUID bank = fixture.golden("bank").goldenId();
    control.goldens().share(admin, bank, false);

    assertThat(control.goldens().newestVersions(uma, List.of(shop, bank, shop)))
        .containsOnlyKeys(shop)
        .allSatisfy((id, version) -> assertThat(version.number()).isEqualTo(2));
    assertThat(control.goldens().newestVersions(admin, List.of(shop, bank))).hasSize(2);
  }

  @Test
  void operators_find_imports_by_golden_and_running_ones_by_source() {
    fixture.dataPlane.holdImports();
    Source source =
        control
            .sources()
            .create(
                admin,
                new Sources.Create(
                    SourceKind.RDS, Map.of("host", "db.example.com", "dbname", "x"), "secret"));
    ImportJob job = control.imports().start(admin, new Imports.Start(source.id(), "shop", null));

    assertThat(control.imports().runningOfSource(admin, source.id()))
        .extracting(ImportJob::id)
        .containsExactly(job.id());
    fixture.dataPlane.releaseImports();
    fixture.settle();
    assertThat(control.imports().ofGolden(admin, job.goldenId())).hasSize(1);
    ControlFixture.assertRefused(
        ErrorCode.FORBIDDEN, () -> control.imports().ofGolden(uma, job.goldenId()));
    ControlFixture.assertRefused(
        ErrorCode.FORBIDDEN, () -> control.imports().runningOfSource(uma, source.id()));
  }
}
