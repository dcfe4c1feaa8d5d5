package dev.goldenrod.examples.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.AwaitFailedException;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.Imports;
import dev.goldenrod.control.Instances;
import dev.goldenrod.control.Members;
import dev.goldenrod.control.Sources;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.secret.SecretBinding;
import dev.goldenrod.dataplane.local.secret.SourceSecret;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the code in docs/embedding.md. */
class EmbeddingPageTest {
  private final FakeDataPlane plane = new FakeDataPlane();
  private final ControlPlane control =
      ControlPlane.builder().store(new InMemoryStore()).dataPlane(plane).build().start();
  private final Actor me = control.admin();

  @AfterEach
  void close() {
    control.close();
  }

  @Test
  void a_golden_a_clone_and_its_login() {
    String handle = "dir:/var/lib/shop";

    control.goldens().register(me, Goldens.RegisterVersion.of("shop", Substrate.POSTGRES, handle));
    Instance clone =
        control.instances().launch(me, Instances.Launch.latest("shop", Duration.ofHours(8)));
    control.instances().awaitReady(me, clone.id(), Duration.ofMinutes(1));
    Credentials login = control.instances().credentials(me, clone.id());

    assertThat(login.jdbcUrl()).startsWith("jdbc:postgresql://");
  }

  @Test
  void an_import_of_a_source() {
    Map<String, Object> config = Map.of("host", "db.example", "dbname", "shop");
    Sources.Create described = new Sources.Create(SourceKind.RDS, config, "shop-db");

    Source source = control.sources().create(me, described);
    ImportJob job = control.imports().start(me, new Imports.Start(source.id(), "shop", null));
    control.imports().awaitSucceeded(me, job.id(), Duration.ofHours(2));
    Instance clone =
        control.instances().launch(me, Instances.Launch.latest("shop", Duration.ofHours(8)));

    assertThat(control.instances().awaitReady(me, clone.id(), Duration.ofMinutes(1)).phase())
        .isEqualTo(InstancePhase.READY);
  }

  @Test
  void an_import_that_fails_says_why() {
    Map<String, Object> config = Map.of("host", "db.example", "dbname", "shop");
    Source source =
        control.sources().create(me, new Sources.Create(SourceKind.RDS, config, "shop-db"));
    plane.failStep(ImportPhase.PROBING, "no such database");

    ImportJob job = control.imports().start(me, new Imports.Start(source.id(), "shop", null));

    assertThatThrownBy(() -> control.imports().awaitSucceeded(me, job.id(), Duration.ofMinutes(1)))
        .isInstanceOf(AwaitFailedException.class)
        .hasMessageContainingAll("Failed", "no such database");
  }

  @Test
  void a_launch_that_may_be_repeated() {
    control.goldens().register(me, Goldens.RegisterVersion.of("shop", Substrate.POSTGRES, "v1"));

    Instances.Launch command =
        Instances.Launch.latest("shop", Duration.ofHours(8)).withSize(InstanceSize.MEDIUM);
    Instance first = control.instances().launch(me, command, Idempotency.key("pull-request-7"));
    Instance again = control.instances().launch(me, command, Idempotency.key("pull-request-7"));

    assertThat(again.id()).isEqualTo(first.id());
  }

  @Test
  void a_member_whom_the_program_let_in() {
    String email = "ann@example.com";

    Actor ann =
        control
            .members()
            .actor(me, email)
            .orElseGet(
                () -> control.members().add(me, new Members.Add(email, "Ann", Role.USER)).actor());

    assertThat(control.members().actor(me, email)).contains(ann);
  }

  @Test
  void the_login_of_a_source(@TempDir Path folder) {
    String password = "a password of the source";
    try (DataDirectory directory = DataDirectory.lock(folder.resolve("data"))) {
      SecretBinding binding = new SecretBinding("db.example", "shop");
      directory.secrets().put("shop-db", new SourceSecret("app", password, binding));
      Map<String, Object> config = Map.of("host", "db.example", "dbname", "shop");
      control.sources().create(me, new Sources.Create(SourceKind.RDS, config, "shop-db"));

      assertThat(directory.path().resolve("secrets/shop-db/password")).exists();
    }
  }
}
