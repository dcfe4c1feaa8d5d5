package dev.goldenrod.dataplane.remote.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PeerTextTest {
  @Test
  void lines_stay_lines_without_control_characters() {
    assertThat(PeerText.sanitizeLines("a:\n  b: \u001b[31mc\r\n")).isEqualTo("a:\n  b:  [31mc \n");
  }

  @Test
  void what_controls_a_terminal_or_begins_a_line_is_a_blank() {
    assertThat(PeerText.sanitize("\u001b[31mred\r\nINFO fake\u2028line \u202eturned\u0007"))
        .isEqualTo("[31mred INFO fake line  turned");
  }

  @Test
  void what_is_too_long_is_cut() {
    assertThat(PeerText.sanitize("z".repeat(5_000_000))).hasSize(2_001).endsWith("z…");
  }
}
