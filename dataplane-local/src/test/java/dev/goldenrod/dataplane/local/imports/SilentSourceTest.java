package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.StepState;
import dev.goldenrod.source.SourceConnection;
import dev.goldenrod.testing.MutableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A source that stops responding during the dump, without closing a connection. */
class SilentSourceTest extends ImportFixture {
  private static final int DURING_THE_DUMP = 20_000;

  private final MutableClock clock = new MutableClock();

  @Test
  void an_import_whose_source_goes_silent_says_so_goes_on_and_can_be_removed() throws Exception {
    source.create("small", "small.sql");
    try (SilencingProxy proxy = SilencingProxy.to(source.connection("small").port());
        LocalImports imports = machine.open(clock)) {
      ImportSpec spec = through(proxy);
      for (ImportPhase step : List.of(ImportPhase.PROBING, ImportPhase.PROVISIONING)) {
        imports.ensure(spec, step);
        ImportEnvironment.await()
            .until(() -> imports.observe(spec.id(), step).state() == StepState.DONE);
      }
      proxy.silenceAfter(DURING_THE_DUMP);

      imports.ensure(spec, ImportPhase.IMPORTING);
      ImportEnvironment.await().until(proxy::isSilent);
      assertThat(imports.observe(spec.id(), ImportPhase.IMPORTING).message()).isEmpty();
      clock.advance(Duration.ofMinutes(10));

      ImportObservation seen = imports.observe(spec.id(), ImportPhase.IMPORTING);
      assertThat(seen.state()).isEqualTo(StepState.RUNNING);
      assertThat(seen.message())
          .startsWith("no progress since ")
          .contains("source no longer responds");
      Path folder = machine.root.imports().resolve(spec.id().toString());
      assertThat(Processes.of(folder)).isNotEmpty();
      ImportEnvironment.await().until(() -> imports.remove(spec.id()));
      assertThat(Processes.of(folder)).isEmpty();
      assertThat(folder).doesNotExist();
    }
  }

  private ImportSpec through(SilencingProxy proxy) {
    SourceConnection direct = source.connection("small");
    SourceConnection around =
        new SourceConnection(
            direct.host(),
            proxy.port(),
            direct.dbname(),
            direct.username(),
            direct.sslmode(),
            direct.secret());
    return new ImportSpec(UUID.randomUUID(), "silent", 1, around, "");
  }
}
