package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LibpqServiceTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {"shop\nhost=db.example", "shop\r", "sh\top", "shop\u0000", " shop", "shop "})
  void a_value_that_would_be_read_otherwise_is_refused_and_no_file_is_written(String database) {
    Staging staging = new Staging(folder.resolve("imports"), "one", RunAs.detect());
    staging.create();

    assertThatThrownBy(
            () -> LibpqService.write(staging, "source", Map.of("dbname", database), "s3cret"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("dbname '")
        .hasMessageNotContaining("s3cret");
    assertThat(staging.folder()).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop", "[shop]", "#shop", "a=b", "sh op", "postgresql://x", "läden"})
  void a_value_that_is_read_as_it_stands_is_held(String database) {
    assertThat(LibpqService.canHold(database)).isTrue();
  }
}
