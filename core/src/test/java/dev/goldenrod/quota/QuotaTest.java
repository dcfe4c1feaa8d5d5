package dev.goldenrod.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotaTest {
  private static final UUID ORG = UUID.randomUUID();

  @ParameterizedTest
  @CsvSource({
    "2, 5, 0, 0, true",
    "2, 5, 1, 4, true",
    "2, 5, 2, 2, false",
    "2, 5, 0, 5, false",
    "2, 5, 3, 9, false",
    "0, 5, 0, 0, false",
    "5, 0, 0, 0, false"
  })
  void one_more_is_allowed_below_both_caps(
      int perUser, int perOrg, int owned, int inOrg, boolean allowed) {
    assertThat(new Quota(ORG, perUser, perOrg).allowsOneMore(owned, inOrg)).isEqualTo(allowed);
  }

  @Test
  void caps_are_not_negative() {
    assertThatThrownBy(() -> new Quota(ORG, -1, 5)).hasMessageContaining("-1");
    assertThatThrownBy(() -> new Quota(ORG, 5, -7)).hasMessageContaining("-7");
  }
}
