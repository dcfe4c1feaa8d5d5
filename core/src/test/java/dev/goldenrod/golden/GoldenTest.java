package dev.goldenrod.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoldenTest {
  private static final Instant NOW = Instant.parse("2026-01-31T10:15:30Z");
  private static final String LONGEST = "a".repeat(63);

  @ParameterizedTest
  @ValueSource(strings = {"a", "0", "shop", "shop-2", "shop_eu.v2", "7seas", "a-", "a.", LONG_NAME})
  void these_are_names(String name) {
    assertThat(Golden.isName(name)).isTrue();
  }

  static final String LONG_NAME = "a23456789-a23456789-a23456789-a23456789-a23456789-a23456789-a23";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-shop",
        "_shop",
        ".shop",
        "Shop",
        "shop eu",
        "shop/eu",
        "shöp",
        "shop\n",
        "../shop",
        "shop;",
        LONG_NAME + "4"
      })
  void these_are_no_names_and_the_refusal_says_what_is(String name) {
    assertThat(Golden.isName(name)).isFalse();
    assertThatThrownBy(() -> golden(name))
        .isInstanceOfSatisfying(
            ControlPlaneException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT);
              assertThat(refused).hasMessageContaining("'" + name + "'").hasMessageContaining("63");
            });
  }

  @Test
  void a_name_has_at_most_63_characters() {
    assertThat(LONG_NAME).hasSize(63);
    assertThat(Golden.isName(LONGEST)).isTrue();
    assertThat(Golden.isName(LONGEST + "a")).isFalse();
  }

  @Test
  void a_new_lineage_is_for_admins_only() {
    Golden golden = golden("shop");

    assertThat(golden.shareScope()).isEqualTo(ShareScope.ADMIN);
    assertThat(golden.isDeleting()).isFalse();
  }

  @Test
  void sharing_and_deleting_keep_what_it_is() {
    Golden golden = golden("shop");

    assertThat(golden.shared(ShareScope.ORG).shareScope()).isEqualTo(ShareScope.ORG);
    assertThat(golden.shared(ShareScope.ORG).shared(ShareScope.ADMIN)).isEqualTo(golden);
    assertThat(golden.deletionRequested().isDeleting()).isTrue();
    assertThat(golden.deletionRequested())
        .usingRecursiveComparison()
        .ignoringFields("state")
        .isEqualTo(golden);
  }

  private static Golden golden(String name) {
    return Golden.create(new UUID(0, 1), new UUID(0, 2), name, Substrate.POSTGRES, NOW);
  }
}
