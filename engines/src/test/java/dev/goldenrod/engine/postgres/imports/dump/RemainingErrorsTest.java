package dev.goldenrod.engine.postgres.imports.dump;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.engine.postgres.imports.dump.DatabaseLoad.RemainingErrors;
import dev.goldenrod.engine.postgres.imports.dump.RestoreLog.RestoreError;
import java.util.List;
import org.junit.jupiter.api.Test;

class RemainingErrorsTest {
  private static final RestoreError FIRST = new RestoreError(null, "first");
  private static final RestoreError SECOND = new RestoreError(null, "second");
  private static final RestoreError THIRD = new RestoreError(null, "third");

  @Test
  void what_was_made_after_all_is_known_after_an_interruption_too() throws JsonProcessingException {
    List<RestoreError> losses = List.of(FIRST, SECOND, THIRD);
    ObjectMapper json = new ObjectMapper();
    String kept = json.writeValueAsString(RemainingErrors.of(losses, List.of(THIRD, FIRST)));

    assertThat(json.readValue(kept, RemainingErrors.class).of(losses))
        .containsExactly(FIRST, THIRD);
  }
}
