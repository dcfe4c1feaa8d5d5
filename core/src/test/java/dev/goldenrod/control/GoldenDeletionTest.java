package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.member.Actor;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GoldenDeletionTest {
  private final ControlFixture fixture = new ControlFixture();
  private final ControlPlane control = fixture.control;
  private final Actor admin = fixture.admin;

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void a_volume_goes_with_the_last_golden_that_names_it() {
    ImportJob job = importOf("shop");
    String handle = versionOf(job.goldenId()).handle();
    UUID twin =
        control
            .goldens()
            .register(admin, new Goldens.RegisterVersion("twin", Substrate.POSTGRES, "", handle, 0))
            .goldenId();
    control.imports().delete(admin, job.id());

    control.goldens().delete(admin, job.goldenId(), false);
    fixture.settle();
    assertThat(fixture.dataPlane.inventory().handles()).contains(handle);

    control.goldens().delete(admin, twin, false);
    fixture.settle();
    assertThat(fixture.dataPlane.inventory().handles()).doesNotContain(handle);
    assertThat(control.goldens().list(admin)).isEmpty();
  }

  private ImportJob importOf(String golden) {
    Map<String, Object> config = Map.of("host", "db", "dbname", "shop");
    Source source =
        control
            .sources()
            .create(admin, new Sources.Create(SourceKind.RDS, config, "shop-credentials"));
    ImportJob job = control.imports().start(admin, new Imports.Start(source.id(), golden, null));
    fixture.settle();
    return job;
  }

  private GoldenVersion versionOf(UUID golden) {
    return control.goldens().versions(admin, golden).get(0);
  }
}
