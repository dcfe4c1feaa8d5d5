package dev.goldenrod.cli.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.cli.output.Progress;
import dev.goldenrod.cli.s3.S3Address;
import dev.goldenrod.cli.s3.S3Object;
import dev.goldenrod.cli.s3.S3Server;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Interrupts and repeats exports that consist of several S3 parts. */
class S3ExportTest {
  /** Archive parts; two of them make one S3 part. */
  private static final List<byte[]> PARTS =
      IntStream.range(0, 5).mapToObj(S3ExportTest::part).toList();

  private static S3Server s3;
  private S3Object object;
  private int before;

  @BeforeAll
  static void serve() {
    s3 = new S3Server();
  }

  @AfterAll
  static void end() {
    s3.close();
  }

  @BeforeEach
  void name(TestInfo test) {
    object =
        S3Object.of(
            terminal(new ByteArrayOutputStream()),
            S3Address.parse("s3://backups/" + test.getDisplayName()));
    before = s3.parts();
  }

  private static Terminal terminal(ByteArrayOutputStream err) {
    return new Terminal(
        InputStream.nullInputStream(),
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        s3.environment(),
        Path.of("."),
        Set.of());
  }

  @Test
  void it_has_what_a_file_would_have() {
    long bytes = export(PARTS);

    MessageDigest digest = Digests.sha256();
    PARTS.forEach(part -> digest.update(GzipMember.whole(part).content()));
    assertThat(GzipMember.whole(end(bytes)).content())
        .asString(StandardCharsets.US_ASCII)
        .isEqualTo("sha256 " + Digests.hex(digest) + "\n");
    assertThat(Digests.md5(List.of(whole(bytes)))).isEqualTo(sum(bytes));
    assertThat(sent()).isEqualTo(3);
  }

  @Test
  void an_ended_one_is_nowhere_to_be_seen_and_gone_on_with() {
    begin(PARTS, 5);
    assertThat(sent()).isEqualTo(2);
    assertThat(object.read(0, 1)).isEmpty();

    export(PARTS);

    assertThat(sent()).isEqualTo(3);
    assertThat(object.uploads()).isEmpty();
  }

  @Test
  void one_that_is_gone_on_with_counts_what_it_compares_and_then_what_it_exports() {
    begin(PARTS, 5);
    ByteArrayOutputStream said = new ByteArrayOutputStream();

    try (Progress progress = new Progress(terminal(said), false, "")) {
      S3Export export = S3Export.open(object, false);
      export.resume(PARTS.get(0), PARTS.size());
      for (int number = 0; number < PARTS.size(); number++) {
        export.reportProgress(progress, number, PARTS.size());
        export.append(PARTS.get(number));
      }
      export.finish();
    }

    assertThat(said.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "exporting",
            "exporting 20%",
            "comparing with the unfinished upload 50%",
            "exporting 80%");
  }

  @Tag("slow")
  @Test
  void a_part_that_was_changed_is_sent_again() {
    begin(PARTS, 5);
    String upload = object.uploads().get(0);
    object.send(upload, 2, List.of(PARTS.get(3), PARTS.get(2)));

    long bytes = export(PARTS);

    assertThat(sent()).isEqualTo(2 + 1 + 2);
    assertThat(Digests.md5(List.of(whole(bytes)))).isEqualTo(sum(bytes));
  }

  @Test
  void what_is_left_of_another_snapshot_is_refused_until_it_is_dropped() {
    begin(List.of(PARTS.get(4), PARTS.get(3)), 2);

    assertThatThrownBy(() -> export(PARTS))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("--restart");
    assertThat(object.read(0, 1)).isEmpty();

    write(S3Export.open(object, true), PARTS, 5).finish();
    assertThat(object.read(0, 1)).isPresent();
    assertThat(object.uploads()).isEmpty();
  }

  @Test
  void an_object_that_came_meanwhile_is_not_written_over() {
    S3Export slow = write(S3Export.open(object, false), PARTS, 5);
    String other = object.begin();
    object.complete(other, List.of(object.send(other, 1, List.of(PARTS.get(4)))));

    assertThatThrownBy(slow::finish).hasMessageContaining("already exists");
    assertThat(whole(PARTS.get(4).length)).isEqualTo(PARTS.get(4));
    assertThat(object.uploads()).isEmpty();
  }

  @Tag("slow")
  @Test
  void an_upload_that_was_dropped_meanwhile_is_begun_anew_by_the_same_command() {
    S3Export dropped = write(S3Export.open(object, false), PARTS, 5);
    object.uploads().forEach(object::abort);

    assertThatThrownBy(dropped::finish).isInstanceOf(CliException.class);
    assertThat(object.read(0, 1)).isEmpty();
    export(PARTS);
    assertThat(object.read(0, 1)).isPresent();
  }

  @Test
  void two_that_are_the_same_end_the_same() {
    S3Export one = write(S3Export.open(object, false), PARTS, 5);
    S3Export other = write(S3Export.open(object, false), PARTS, 5);

    assertThat(other.finish()).isEqualTo(one.finish());
    assertThat(object.uploads()).isEmpty();
  }

  private long export(List<byte[]> parts) {
    return write(S3Export.open(object, false), parts, parts.size()).finish();
  }

  /** Stops the export after {@code count} parts, as if the command were killed. */
  private void begin(List<byte[]> parts, int count) {
    write(S3Export.open(object, false), parts, count).close();
  }

  private static S3Export write(S3Export export, List<byte[]> parts, int count) {
    assertThat(export.resume(parts.get(0), parts.size())).isZero();
    parts.subList(0, count).forEach(export::append);
    return export;
  }

  private int sent() {
    return s3.parts() - before;
  }

  private byte[] whole(long bytes) {
    return object.read(0, (int) bytes).orElseThrow().bytes();
  }

  private String sum(long bytes) {
    return Digests.md5(Stream.concat(PARTS.stream(), Stream.of(end(bytes))).toList());
  }

  private byte[] end(long bytes) {
    long before = PARTS.stream().mapToLong(part -> part.length).sum();
    return ArchiveSource.ofObject(object).read(before, (int) (bytes - before));
  }

  private static byte[] part(int seed) {
    byte[] random = new byte[5 << 20];
    new Random(seed).nextBytes(random);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(random);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
