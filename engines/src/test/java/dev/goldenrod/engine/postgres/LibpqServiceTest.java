package dev.goldenrod.engine.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.engine.postgres.imports.NoTools;
import dev.goldenrod.port.DataPlaneException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LibpqServiceTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"shop\nhost=db.example", "shop\r", "sh\top", "shop\u0000", " shop", "shop "})
  void a_value_that_would_be_read_otherwise_is_refused_and_no_file_is_written(String database) {

    assertThatThrownBy(
            () -> LibpqService.write(new NoTools(), "source", Map.of("dbname", database), "s3cret"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("dbname '")
        .hasMessageNotContaining("s3cret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop", "[shop]", "#shop", "a=b", "sh op", "postgresql://x", "läden"})
  void a_value_that_is_read_as_it_stands_is_held(String database) {
    assertThat(LibpqService.canHold(database)).isTrue();
  }
}
