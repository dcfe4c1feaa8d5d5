package dev.goldenrod.engine.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifiers are replaced only in a file that is as it was when their places were saved. */
class AuthidFileTest {
  private static final String FILE = "global/1260";
  private static final String CONTROL = "global/pg_control";
  private static final String ROLE = ScramVerifier.of("of the golden");
  private static final String ADMIN = ScramVerifier.ofRandom("of the golden's superuser");
  private static final String NEXT_ROLE = ScramVerifier.of("of the clone");
  private static final String NEXT_ADMIN = ScramVerifier.ofRandom("of the clone's superuser");

  /** The verifiers are in the second and the third page. */
  private static final int ADMIN_AT = 9_000;

  private static final int ROLE_AT = 20_000;
  private static final int BYTES = 4 * PageChecksum.PAGE_BYTES;

  @TempDir Path data;
  private VerifierPlaces places;

  @BeforeEach
  void save_the_places() throws IOException {
    Files.createDirectory(data.resolve("global"));
    byte[] content = content();
    Files.write(data.resolve(FILE), content);
    writeState(1);
    places = VerifierPlaces.find(FILE, content, ROLE, ADMIN).orElseThrow();
  }

  @Test
  void the_verifiers_and_the_checksums_of_their_pages_are_all_that_changes() throws IOException {
    find(false).orElseThrow().replaceVerifiers(NEXT_ROLE, NEXT_ADMIN);

    byte[] expected = content();
    put(expected, ROLE_AT, NEXT_ROLE);
    put(expected, ADMIN_AT, NEXT_ADMIN);
    PageChecksum.update(expected, 1);
    PageChecksum.update(expected, 2);
    assertThat(data.resolve(FILE)).hasBinaryContent(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 3, 4, 5, 6})
  void a_cluster_that_was_not_shut_down_may_have_another_content_in_its_wal(int state)
      throws IOException {
    writeState(state);

    assertThat(find(false)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, ADMIN_AT - 1, ROLE_AT, BYTES - 1})
  void a_file_with_another_byte_is_left_as_it_is(int at) throws IOException {
    byte[] content = content();
    content[at]++;
    Files.write(data.resolve(FILE), content);

    assertThat(find(false)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, PageChecksum.PAGE_BYTES, ROLE_AT, BYTES - 1})
  void a_shorter_file_is_left_as_it_is(int bytes) throws IOException {
    Files.write(data.resolve(FILE), Arrays.copyOf(content(), bytes));

    assertThat(find(false)).isEmpty();
    assertThat(find(true)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {8_700, 9_050, 16_384, 20_050, BYTES})
  void a_write_that_a_power_failure_cut_short_is_repeated_even_after_a_start(int written)
      throws IOException {
    find(false).orElseThrow().replaceVerifiers(NEXT_ROLE, NEXT_ADMIN);
    byte[] torn = Files.readAllBytes(data.resolve(FILE));
    System.arraycopy(content(), written, torn, written, BYTES - written);
    Files.write(data.resolve(FILE), torn);
    writeState(6);
    String role = ScramVerifier.of("of the clone");
    String admin = ScramVerifier.ofRandom("of the clone's superuser");

    find(true).orElseThrow().replaceVerifiers(role, admin);

    assertThat(data.resolve(FILE)).hasBinaryContent(places.replaced(content(), role, admin));
  }

  @Test
  void a_write_is_not_repeated_in_a_file_that_changed_otherwise() throws IOException {
    find(false).orElseThrow().replaceVerifiers(NEXT_ROLE, NEXT_ADMIN);
    byte[] changed = Files.readAllBytes(data.resolve(FILE));
    changed[ROLE_AT - 1]++;
    Files.write(data.resolve(FILE), changed);

    assertThat(find(true)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {FILE, CONTROL, "global"})
  void links_are_not_followed(String linked) throws IOException {
    Path target = data.resolve("elsewhere");
    Files.move(data.resolve(linked), target);
    Files.createSymbolicLink(data.resolve(linked), target);

    assertThat(find(false)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {FILE, CONTROL})
  void a_missing_file_is_no_error(String missing) throws IOException {
    Files.delete(data.resolve(missing));

    assertThat(find(false)).isEmpty();
  }

  @Test
  void a_verifier_that_occurs_twice_or_not_at_all_has_no_place() {
    byte[] twice = content();
    put(twice, 30_000, ROLE);

    assertThat(VerifierPlaces.find(FILE, twice, ROLE, ADMIN)).isEmpty();
    assertThat(VerifierPlaces.find(FILE, content(), NEXT_ROLE, ADMIN)).isEmpty();
    assertThat(VerifierPlaces.find(FILE, content(), ROLE, NEXT_ADMIN)).isEmpty();
  }

  @Test
  void a_verifier_in_two_pages_has_no_place() {
    byte[] content = new byte[BYTES];
    put(content, PageChecksum.PAGE_BYTES - 1, ROLE);
    put(content, ROLE_AT, ADMIN);

    assertThat(VerifierPlaces.find(FILE, content, ROLE, ADMIN)).isEmpty();
  }

  @Test
  void the_places_are_read_as_they_were_saved() {
    MemoryFiles files = new MemoryFiles();

    places.save(files);

    assertThat(VerifierPlaces.read(files)).contains(places);
    VerifierPlaces.forget(files);
    assertThat(VerifierPlaces.read(files)).isEmpty();
  }

  @Test
  void places_of_an_earlier_release_are_read() {
    MemoryFiles files = new MemoryFiles();
    places.save(files);
    Map.Entry<String, String> saved = files.files().entrySet().iterator().next();

    files.write(
        saved.getKey(), saved.getValue().replace("{\"file\"", "{\"hasChecksums\":false,\"file\""));

    assertThat(files.files().get(saved.getKey())).contains("hasChecksums");
    assertThat(VerifierPlaces.read(files)).contains(places);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "{}",
        "{\"file\":\"global/1260\"",
        "{\"file\":\"../1260\",\"hash\":\"\",\"role\":{\"offset\":1,\"verifier\":\"v\"},\"admin\":{\"offset\":9,\"verifier\":\"v\"}}",
        "{\"file\":\"global/1\",\"hash\":\"\",\"role\":{\"offset\":-1,\"verifier\":\"v\"},\"admin\":{\"offset\":9,\"verifier\":\"v\"}}"
      })
  void damaged_places_are_as_good_as_none(String json) {
    MemoryFiles files = new MemoryFiles();
    places.save(files);
    String name = files.files().keySet().iterator().next();

    files.write(name, json);

    assertThat(VerifierPlaces.read(files)).isEmpty();
  }

  @Test
  void only_verifiers_of_the_same_length_fit() {
    assertThat(places.fit(NEXT_ROLE, NEXT_ADMIN)).isTrue();
    assertThat(places.fit(NEXT_ROLE + "=", NEXT_ADMIN)).isFalse();
    assertThat(places.fit(NEXT_ROLE, NEXT_ADMIN + "=")).isFalse();
  }

  @Test
  void a_file_that_cannot_be_read_is_no_reason_to_leave_a_write_half_done() throws IOException {
    Files.delete(data.resolve(FILE));

    assertThat(find(false)).isEmpty();
    assertThatThrownBy(() -> find(true))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("may be partly written");
  }

  private Optional<AuthidFile> find(boolean wasBegun) {
    return AuthidFile.find(places, data::resolve, wasBegun);
  }

  private static byte[] content() {
    byte[] content = new byte[BYTES];
    Arrays.fill(content, (byte) 'x');
    put(content, ROLE_AT, ROLE);
    put(content, ADMIN_AT, ADMIN);
    return content;
  }

  private static void put(byte[] content, int offset, String verifier) {
    byte[] bytes = verifier.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, content, offset, bytes.length);
  }

  private void writeState(int state) throws IOException {
    ByteBuffer control = ByteBuffer.allocate(8192).order(ByteOrder.nativeOrder());
    Files.write(data.resolve(CONTROL), control.putInt(16, state).array());
  }
}
