package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.identity.MembershipRules;
import dev.goldenrod.identity.VerifiedIdentity;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signs in accounts whose owners chose address and name to deceive or to fail the store. */
class HostileAccountsTest {
  private static final MembershipRules RULES =
      new MembershipRules(
          Set.of("example.com"),
          Set.of("staff"),
          Map.of(),
          Optional.of(Role.USER),
          true,
          "it@example.com");

  private final ControlFixture fixture = new ControlFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u212aim@example.com",
        "kim@example.com\u2003",
        " kim@example.com",
        "kim@example.com\0",
        "k\u0131m@example.com",
        "\u202emik@example.com",
        "@example.com",
        "kim@",
        "kim@evil.example@example.com",
        "kim@example.com,eve@evil.example",
        "Kim <kim@example.com>"
      })
  void an_address_that_only_looks_like_another_counts_for_nothing(String address) {
    fixture.member("kim@example.com", Role.ADMIN);

    assertThatThrownBy(() -> signIn("1", address, "Kim"))
        .hasMessageContaining("no e-mail address of your account in plain ASCII");
  }

  @Test
  void upper_and_lower_case_are_the_same() {
    Actor kim = fixture.member("kim@example.com", Role.ADMIN);

    assertThat(signIn("1", "Kim@Example.COM", "Kim").user().id()).isEqualTo(kim.userId());
  }

  @Test
  void a_name_is_stored_without_what_a_store_refuses_and_cut_between_characters() {
    String smile = "\ud83d\ude00";
    String almostFull = "x".repeat(199);

    assertThat(nameOf("1", "A\0nn\n " + smile + "\ud83d")).isEqualTo("Ann " + smile);
    assertThat(nameOf("2", almostFull + smile)).isEqualTo(almostFull);
    assertThat(nameOf("3", smile.repeat(101))).isEqualTo(smile.repeat(100));
  }

  private String nameOf(String subject, String name) {
    return signIn(subject, "kim" + subject + "@example.com", name).user().displayName();
  }

  private Session signIn(String subject, String email, String name) {
    VerifiedIdentity verified =
        new VerifiedIdentity("https://id.example", subject, email, true, name, Set.of("staff"));
    return fixture.control.identities().signIn(verified, RULES, "renewal");
  }
}
