package dev.goldenrod.dataplane.k8s.imports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SecretCompressionTest {
  @Test
  void text_comes_back_as_it_was_in_less_room() {
    byte[] text = "GRANT ALL ON TABLE public.items TO reader;\n".repeat(50_000).getBytes(UTF_8);

    byte[] packed = SecretCompression.compress(text).orElseThrow();

    assertThat(packed).hasSizeLessThan(text.length / 100);
    assertThat(SecretCompression.decompress(packed)).hasValue(text);
  }

  @Test
  void what_no_secret_takes_is_not_kept() {
    byte[] noise = new byte[1 << 20];
    new Random(1).nextBytes(noise);

    assertThat(SecretCompression.compress(noise)).isEmpty();
  }

  @Test
  void what_is_damaged_is_left_aside() {
    assertThat(SecretCompression.decompress("nothing of ours".getBytes(UTF_8))).isEmpty();
  }
}
