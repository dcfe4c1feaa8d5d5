package dev.goldenrod.console.member;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemberFormsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:7878",
        "http://localhost:7878",
        "https://localhost",
        "http://goldenrod.localhost:7878",
        "http://[::1]:7878"
      })
  void an_address_of_this_machine_is_recognized(String address) {
    assertThat(MemberForms.isLocal(address)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://10.0.0.5:7878", "https://localhost.example.com", "https://db.example"})
  void other_addresses_are_for_others(String address) {
    assertThat(MemberForms.isLocal(address)).isFalse();
  }
}
