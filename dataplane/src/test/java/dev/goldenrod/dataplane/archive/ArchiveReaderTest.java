package dev.goldenrod.dataplane.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.archive.ArchiveFacts.Platform;
import dev.goldenrod.dataplane.archive.SnapshotTar.ArchivedFile;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DataPlaneException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveReaderTest {
  private static final long MUCH = 1L << 30;
  private static final Platform HERE = new Platform("Linux", "amd64", "glibc 2.36");

  private MemoryTarget to = new MemoryTarget(MUCH);

  @Test
  void what_was_exported_is_there_again_and_nothing_else() throws Exception {
    MemoryFiles from = new MemoryFiles();
    byte[] large = new byte[SnapshotTar.PART_BYTES + 77];
    Arrays.fill(large, (byte) 7);
    from.folder("base").folder("base/1").folder("base/1/folder");
    from.file("base/1/1259", large).file("base/1/empty", new byte[0]);
    from.file("postmaster.pid", new byte[] {1}).file("pg_replslot/one", new byte[] {1});

    ArchiveFacts facts = read(whole(exported(from)), MUCH);

    assertThat(to.folders).containsExactly("", "base", "base/1", "base/1/folder");
    assertThat(to.files).containsOnlyKeys("base/1/1259", "base/1/empty");
    assertThat(to.files.get("base/1/1259")).isEqualTo(large);
    assertThat(to.files.get("base/1/empty")).isEmpty();
    assertThat(facts.bytes()).isEqualTo(large.length);
    assertThat(facts.files()).isEqualTo(6);
    assertThat(facts.warning(HERE)).isEmpty();
  }

  @Test
  void each_part_can_be_made_alone() throws Exception {
    MemoryFiles from = new MemoryFiles().file("one", new byte[3 * SnapshotTar.PART_BYTES]);
    SnapshotTar tar = tar(from);

    byte[] second = tar.part(1).bytes();

    assertThat(tar.parts()).isEqualTo(4);
    assertThat(second).isEqualTo(tar(from).part(1).bytes());
    assertThatThrownBy(() -> tar.part(4)).isInstanceOf(ArchiveRefusedException.class);
    assertThatThrownBy(() -> tar.part(-1)).isInstanceOf(ArchiveRefusedException.class);
  }

  @Test
  void a_link_or_a_file_that_is_too_large_leaves_no_machine() {
    MemoryFiles link = new MemoryFiles();
    link.kinds.put("passwd", new ArchivedFile(ArchivedFile.Kind.OTHER, 0));
    MemoryFiles huge = new MemoryFiles();
    huge.kinds.put("huge", new ArchivedFile(ArchivedFile.Kind.PLAIN, TarEntry.MOST_BYTES + 1));

    assertThatThrownBy(() -> tar(link)).hasMessageContaining("passwd").hasMessageContaining("dump");
    assertThatThrownBy(() -> tar(huge))
        .hasMessageContaining("huge")
        .hasMessageContaining("8589934591")
        .hasMessageContaining("dump");
  }

  @Test
  void an_archive_tells_of_itself_once_enough_of_it_is_there() throws Exception {
    byte[] archive = whole(exported(new MemoryFiles().file("one", new byte[70_000])));

    assertThat(ArchiveReader.facts(Arrays.copyOf(archive, 20))).isEmpty();
    assertThat(ArchiveReader.facts(Arrays.copyOf(archive, 2000)))
        .hasValueSatisfying(it -> assertThat(it.bytes()).isEqualTo(70_000));
    assertThat(ArchiveReader.facts(new byte[0])).isEmpty();
    assertThatThrownBy(() -> ArchiveReader.facts("no archive".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(ArchiveRefusedException.class);
    assertThatThrownBy(() -> ArchiveReader.facts(packed(new byte[2000])))
        .isInstanceOf(ArchiveRefusedException.class);
  }

  @Test
  void where_a_part_ends_in_what_is_read_at_once_does_not_matter() throws Exception {
    int fill = 1 << 17;
    byte[] random = new byte[2 * fill];
    new Random(1).nextBytes(random);
    byte[] plain = inflated(exported(new MemoryFiles().file("one", random)));
    byte[] sum = whole(exported(new MemoryFiles().file("one", random)));
    int first = packed(Arrays.copyOf(plain, fill)).length;

    for (int end = fill - 40; end <= fill + 20; end++) {
      ByteArrayOutputStream archive = new ByteArrayOutputStream();
      int length = fill - (first - end);
      archive.write(packed(Arrays.copyOf(plain, length)));
      archive.write(packed(Arrays.copyOfRange(plain, length, plain.length)));
      archive.write(lastMember(sum));
      to = new MemoryTarget(MUCH);

      new ArchiveReader(new Reluctant(archive.toByteArray()), HERE).unpackTo(to);

      assertThat(to.files.get("one")).as("part of %d bytes", end).isEqualTo(random);
    }
  }

  /** The last member holds only the checksum. */
  private static byte[] lastMember(byte[] archive) throws IOException {
    byte[] plain = inflated(archive);
    return packed(Arrays.copyOfRange(plain, plain.length - 72, plain.length));
  }

  /** A stream whose {@code available} is always 0. */
  private static final class Reluctant extends ByteArrayInputStream {
    Reluctant(byte[] bytes) {
      super(bytes);
    }

    @Override
    public synchronized int available() {
      return 0;
    }
  }

  @Test
  void empty_parts_and_what_follows_the_last_one_are_refused() throws Exception {
    byte[] archive = whole(exported(new MemoryFiles().file("one", new byte[] {1})));
    ByteArrayOutputStream empty = new ByteArrayOutputStream();
    for (int part = 0; part < 100_000; part++) {
      empty.write(packed(new byte[0]));
    }
    empty.write(archive);
    ByteArrayOutputStream trailing = new ByteArrayOutputStream();
    trailing.write(archive);
    trailing.write(0);

    refuse(empty.toByteArray());
    refuse(trailing.toByteArray());
    assertThatThrownBy(() -> ArchiveReader.facts(empty.toByteArray()))
        .isInstanceOf(ArchiveRefusedException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"bytes\" : -1",
        "\"bytes\" : 1125899906842625",
        "\"bytes\" : 9223372036854775808",
        "\"bytes\" : \"x\""
      })
  void numbers_that_no_database_has_are_refused(String bytes) {
    String facts = new String(facts().json(), StandardCharsets.UTF_8);

    assertThatThrownBy(() -> read(begin(facts.replace("\"bytes\" : 0", bytes)), MUCH))
        .isInstanceOf(ArchiveRefusedException.class);
  }

  @Test
  void more_than_it_tells_of_is_refused_before_it_is_written() throws Exception {
    byte[] more =
        archive(
            out -> {
              write(out, new TarEntry("data/one", false, 1000).header());
              out.write(new byte[1024]);
            });

    assertThatThrownBy(() -> read(more, MUCH)).hasMessageContaining("more than");
    assertThat(to.files).isEmpty();
  }

  @Test
  void a_plain_file_is_taken() throws Exception {
    read(archive(out -> write(out, raw("data/one", '0', 0))), MUCH);

    assertThat(to.files.get("one")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data/../../outside",
        "data/./base",
        "/etc/passwd",
        "../outside",
        "data//base",
        "outside",
        "data",
        "data/base\n",
        "data/a/b/c/d/e/f/g/h/i/j"
      })
  void a_name_that_leads_elsewhere_is_refused(String name) throws Exception {
    refuse(archive(out -> write(out, raw(name, '0', 0))));

    assertThat(to.files).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(chars = {'1', '2', '3', '4', '6', 'L', 'K', 'x', 'g', 'S', '\0'})
  void links_devices_and_extensions_are_refused(char type) throws Exception {
    byte[] header = raw("data/one", type, 0);
    System.arraycopy("/etc/passwd".getBytes(StandardCharsets.US_ASCII), 0, header, 157, 11);
    summed(header);

    refuse(archive(out -> write(out, header)));
  }

  @Test
  void a_mode_of_its_own_as_setuid_is_refused() throws Exception {
    byte[] header = raw("data/one", '0', 0);
    System.arraycopy("0004755".getBytes(StandardCharsets.US_ASCII), 0, header, 100, 7);
    summed(header);

    refuse(archive(out -> write(out, header)));
  }

  @Test
  void a_name_that_comes_twice_or_without_its_folder_is_refused() throws Exception {
    refuse(
        archive(
            out -> {
              write(out, new TarEntry("data/one", false, 0).header());
              write(out, new TarEntry("data/one", false, 0).header());
            }));
    refuse(archive(out -> write(out, new TarEntry("data/none/one", false, 0).header())));
    refuse(
        archive(
            out -> {
              write(out, new TarEntry("data/one", false, 0).header());
              write(out, new TarEntry("data/one/two", false, 0).header());
            }));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "backup_label",
        "postgresql.auto.conf",
        "recovery.signal",
        "standby.signal",
        "tablespace_map"
      })
  void what_a_server_would_take_orders_from_is_refused(String name) throws Exception {
    byte[] hostile = archive(out -> write(out, new TarEntry("data/" + name, false, 0).header()));

    assertThatThrownBy(() -> read(hostile, MUCH))
        .isInstanceOf(ArchiveRefusedException.class)
        .hasMessageContaining(name);
  }

  @Test
  void folders_take_room_too() throws Exception {
    byte[] folders =
        archive(
            27,
            0,
            out -> {
              for (char name = 'a'; name <= 'z'; name++) {
                write(out, new TarEntry("data/" + name, true, 0).header());
              }
            });

    assertThatThrownBy(() -> read(folders, 20 * 4096)).hasMessageContaining("free");
  }

  @Test
  void a_size_beyond_the_room_is_refused_before_it_is_written() throws Exception {
    byte[] huge =
        archive(2, 1 << 20, out -> write(out, new TarEntry("data/one", false, 1 << 20).header()));

    assertThatThrownBy(() -> read(huge, 1 << 19))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("free");
    assertThat(to.files).isEmpty();
    refuse(archive(out -> write(out, raw("data/one", '0', -1))));
  }

  @Test
  void one_that_is_cut_off_anywhere_is_refused() throws Exception {
    MemoryFiles from = new MemoryFiles().file("one", new byte[] {1, 2, 3});
    byte[] archive = whole(exported(from));

    for (int length = 0; length < archive.length; length += 7) {
      refuse(Arrays.copyOf(archive, length));
    }
    refuse(exported(from));
  }

  @Test
  void one_of_which_any_byte_was_altered_is_refused() throws Exception {
    MemoryFiles from = new MemoryFiles().file("one", new byte[] {1, 2, 3});
    byte[] plain = inflated(whole(exported(from)));

    for (int at = 0; at < plain.length; at += 13) {
      byte[] altered = plain.clone();
      altered[at] ^= 0x20;
      refuse(packed(altered));
    }
  }

  @Test
  void one_for_another_machine_or_of_a_later_release_is_refused_with_the_way_out()
      throws Exception {
    String facts = new String(facts().json(), StandardCharsets.UTF_8);

    assertThatThrownBy(() -> read(begin(facts.replace("amd64", "s390x")), MUCH))
        .hasMessageContaining("s390x")
        .hasMessageContaining("dump");
    assertThatThrownBy(() -> read(begin(facts.replace("\"format\" : 1", "\"format\" : 2")), MUCH))
        .hasMessageContaining("later release");
    assertThatThrownBy(() -> read(begin("{}"), MUCH)).isInstanceOf(ArchiveRefusedException.class);
    assertThatThrownBy(() -> read(begin("null"), MUCH)).isInstanceOf(ArchiveRefusedException.class);
    assertThatThrownBy(() -> read(begin("no JSON"), MUCH))
        .isInstanceOf(ArchiveRefusedException.class);
  }

  @Test
  void another_c_library_is_warned_of() {
    ArchiveFacts other =
        new ArchiveFacts(1, "postgresql", "15", UUID.randomUUID(), "", 0, 0, "", "", "musl 1");

    assertThat(other.warning(HERE)).hasValueSatisfying(it -> assertThat(it).contains("REINDEX"));
  }

  private interface Entries {
    void to(ByteArrayOutputStream out) throws IOException;
  }

  private void refuse(byte[] archive) throws IOException {
    assertThatThrownBy(() -> read(archive, MUCH)).isInstanceOf(ArchiveRefusedException.class);
  }

  private ArchiveFacts read(byte[] archive, long room) {
    to = new MemoryTarget(room);
    return new ArchiveReader(new ByteArrayInputStream(archive), HERE).unpackTo(to);
  }

  private static SnapshotTar tar(MemoryFiles from) {
    return SnapshotTar.of(origin(), from.kinds, from);
  }

  private static ArchiveFacts.Origin origin() {
    return new ArchiveFacts.Origin("postgresql", "15", new UUID(0, 1), "shop", HERE);
  }

  private static byte[] exported(MemoryFiles from) throws IOException {
    SnapshotTar tar = tar(from);
    ByteArrayOutputStream parts = new ByteArrayOutputStream();
    for (int number = 0; number < tar.parts(); number++) {
      parts.write(tar.part(number).bytes());
    }
    return parts.toByteArray();
  }

  private static ArchiveFacts facts() {
    return ArchiveFacts.of(origin(), 2, 0);
  }

  private static byte[] begin(String facts) throws Exception {
    byte[] json = facts.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(out, new TarEntry(ArchiveFacts.FILE, false, json.length).header());
    out.write(Arrays.copyOf(json, (int) TarEntry.padded(json.length)));
    out.write(new byte[2 * TarEntry.BLOCK]);
    return whole(packed(out.toByteArray()));
  }

  private static byte[] archive(Entries entries) throws Exception {
    return archive(2, 0, entries);
  }

  private static byte[] archive(long files, long bytes, Entries entries) throws Exception {
    byte[] json = ArchiveFacts.of(origin(), files, bytes).json();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(out, new TarEntry(ArchiveFacts.FILE, false, json.length).header());
    out.write(Arrays.copyOf(json, (int) TarEntry.padded(json.length)));
    write(out, new TarEntry("data", true, 0).header());
    entries.to(out);
    out.write(new byte[2 * TarEntry.BLOCK]);
    return whole(packed(out.toByteArray()));
  }

  private static void write(ByteArrayOutputStream out, byte[] header) {
    out.writeBytes(header);
  }

  private static byte[] raw(String name, char type, long size) {
    byte[] header = new TarEntry("data/one", type == '5', 0).header();
    Arrays.fill(header, 0, 100, (byte) 0);
    byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, header, 0, bytes.length);
    header[156] = (byte) type;
    if (size < 0) {
      Arrays.fill(header, 124, 135, (byte) '-');
    }
    return summed(header);
  }

  private static byte[] summed(byte[] header) {
    Arrays.fill(header, 148, 156, (byte) ' ');
    int sum = 0;
    for (byte one : header) {
      sum += one & 0xff;
    }
    byte[] octal = "%06o".formatted(sum).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(octal, 0, header, 148, 6);
    header[154] = 0;
    return header;
  }

  private static byte[] whole(byte[] parts) throws Exception {
    byte[] sum = MessageDigest.getInstance("SHA-256").digest(inflated(parts));
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(parts);
    all.write(
        packed(
            ("sha256 " + HexFormat.of().formatHex(sum) + "\n")
                .getBytes(StandardCharsets.US_ASCII)));
    return all.toByteArray();
  }

  private static byte[] inflated(byte[] packed) throws IOException {
    return new GZIPInputStream(new ByteArrayInputStream(packed)).readAllBytes();
  }

  private static byte[] packed(byte[] plain) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(plain);
    }
    return bytes.toByteArray();
  }
}
