package dev.goldenrod.engine.postgres.imports.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.engine.imports.ImportWork.EngineHost;
import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.imports.dump.RestoreLog.RestoreError;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.port.DataPlaneException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestoreErrorsTest {
  private static final RestoreError TABLE =
      loss("1; 1259 100 TABLE public t owner", "type \"public.ghstore\" does not exist");
  private static final RestoreError OTHER =
      loss("2; 1259 101 VIEW public hstore owner", "relation \"public.t\" does not exist");
  private static final RestoreError COMMENT =
      loss("3; 0 0 COMMENT public VIEW hstore owner", "view \"hstore\" does not exist");

  private final List<String> warnings = new ArrayList<>();

  @Test
  void extensions_that_are_left_out_are_named_where_nothing_else_is_the_cause() {
    assertThatThrownBy(() -> require(List.of("hstore", "postgis")))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageStartingWith("table 'public.t' could not be restored")
        .hasMessageContaining("extension 'hstore', 'postgis'");
    assertThat(warnings).singleElement().asString().startsWith("view 'public.hstore'");
  }

  @Test
  void no_extension_is_blamed_where_none_is_left_out() {
    assertThatThrownBy(() -> require(List.of()))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageEndingWith("; the import's warnings list what is left out");
  }

  @Test
  void a_missing_locale_is_to_be_added_where_the_engine_comes_from() {
    RestoreError collation =
        loss(
            "4; 3456 102 COLLATION public german owner",
            "could not create locale \"de_DE\" for collation \"german\"");

    assertThatThrownBy(() -> errors(EngineHost.MACHINE).require(loss -> true, List.of(collation)))
        .hasMessageEndingWith(
            "; the machine that runs the clones lacks that locale: install it there and import again");
    assertThatThrownBy(() -> errors(EngineHost.IMAGE).require(loss -> true, List.of(collation)))
        .hasMessageEndingWith(
            "; the image that runs the clones lacks that locale: use an image with it (--kube-image) and import again");
  }

  private RestoreErrors errors(EngineHost host) {
    return new RestoreErrors(new Noting(), List.of(), host);
  }

  private void require(List<String> extensionsLeftOut) {
    new RestoreErrors(new Noting(), extensionsLeftOut, EngineHost.MACHINE)
        .require(loss -> loss == TABLE, List.of(TABLE, OTHER, COMMENT));
  }

  private static RestoreError loss(String line, String reason) {
    return new RestoreError(TocEntry.parse(line).orElseThrow(), reason);
  }

  private final class Noting implements StepReport {
    @Override
    public void warn(String sentence) {
      warnings.add(sentence);
    }

    @Override
    public void progress(Progress progress) {}

    @Override
    public boolean isCancelled() {
      return false;
    }
  }
}
