package dev.goldenrod.storage.jdbi;

import static org.assertj.core.api.Assertions.assertThat;

import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

class ParsedStatementTest {
  @Test
  void aRepeatedNameHasAllItsPositions() {
    ParsedStatement parsed =
        parse("select 1 from t where a <= :now and id = :id and (b is null or b <= :now)");

    assertThat(parsed.sql())
        .isEqualTo("select 1 from t where a <= ? and id = ? and (b is null or b <= ?)");
    assertThat(parsed.positions()).containsOnlyKeys("now", "id");
    assertThat(parsed.positions().get("now")).containsExactly(1, 3);
    assertThat(parsed.positions().get("id")).containsExactly(2);
  }

  @Test
  void literalsAndCastsHaveNoParameters() {
    ParsedStatement parsed = parse("select ':text', 1::bigint, :id");

    assertThat(parsed.sql()).isEqualTo("select ':text', 1::bigint, ?");
    assertThat(parsed.positions()).containsOnlyKeys("id");
  }

  private static ParsedStatement parse(String named) {
    try (Handle handle = Jdbi.open("jdbc:h2:mem:")) {
      return ParsedStatement.of(handle, named);
    }
  }
}
