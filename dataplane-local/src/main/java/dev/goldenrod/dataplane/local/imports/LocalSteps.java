package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.imports.ImportWorkspace.StepRecord;
import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.local.file.JsonFile;
import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.imports.Importer;
import dev.goldenrod.engine.imports.Importer.SourceCredentials;
import dev.goldenrod.engine.imports.Masking;
import dev.goldenrod.engine.imports.ProbeWarnings;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.engine.imports.ProbedSource.SourceDump;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.source.SourceCheck;
import dev.goldenrod.source.SourceConnection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The steps of imports on this machine, in their order. */
record LocalSteps(ImportContext context) {
  private static final Importer IMPORTER = Engines.importer();

  /** The file with the import's result in the volume, which outlives the import's folder. */
  private static final String RECORD = "import.json";

  private static final String LOADING_BEGUN = "importing.begun";
  private static final String WRITTEN = "snapshotting.written";

  Map<ImportPhase, Step> byPhase() {
    return Map.of(
        ImportPhase.PROBING, this::probe,
        ImportPhase.PROVISIONING, this::provision,
        ImportPhase.IMPORTING, this::load,
        ImportPhase.SNAPSHOTTING, this::freeze,
        ImportPhase.CLEANING, this::cleanUp);
  }

  /** Checks that the source can be imported, before anything is created. */
  private ImportResult probe(ImportSpec spec, StepRun run) {
    WorkFolder folder = context.folder(spec.id());
    folder.removeAll();
    folder.create();
    SourceCredentials credentials = context.credentials(spec.source());
    ProbedSource source = IMPORTER.probe(credentials, spec.release(), run);
    requireUsable(credentials, source);
    Optional<Masking> masking = new LocalMasking(context).of(spec);
    if (masking.isPresent()) {
      context.tools(source.release()).path("psql");
      IMPORTER.masking().require(credentials, masking.get(), run);
    }
    context.records(spec.id()).save(source);
    return new ImportResult(source.release(), "", 0);
  }

  /** Checks what {@link #probe} does before it knows of the import. */
  SourceCheck check(SourceConnection source) {
    SourceCredentials credentials = context.credentials(source);
    ProbeWarnings warnings = new ProbeWarnings();
    ProbedSource probed = IMPORTER.probe(credentials, "", warnings);
    requireUsable(credentials, probed);
    return probed.check(warnings.sentences());
  }

  private void requireUsable(SourceCredentials credentials, ProbedSource source) {
    context.requireServer(source.release());
    context.tools(source.release());
    new DiskSpace(context.volumes()).require(IMPORTER.describe(credentials), source.sizeBytes());
  }

  /** Creates a new volume for the data. */
  private ImportResult provision(ImportSpec spec, StepRun run) {
    String name = VolumeNames.staged(spec.id());
    context.preparation().discard(name);
    ProbedSource source = context.records(spec.id()).source();
    context.volumes().create(name);
    return new ImportResult(source.release(), "", 0);
  }

  /** Loads the source's database into an empty data directory of its release. */
  private ImportResult load(ImportSpec spec, StepRun run) {
    WorkFolder folder = context.folder(spec.id());
    beginLoadingAnew(spec, folder, run);
    ProbedSource source = context.records(spec.id()).source();
    LocalMasking attestations = new LocalMasking(context);
    Optional<Masking> masking = attestations.of(spec);
    ImportWork plain = context.work(source, folder, run);
    ImportWork work = masking.map(plain::maskedBy).orElse(plain);
    DataDirectoryContext data = context.preparation(source, context.staged(spec.id()), folder, run);
    SourceDump dump =
        new ConcurrentDump(
                folder.folder(),
                () -> source.initialise(data),
                () -> source.dump(work, context.credentials(spec.source())))
            .run();
    long size = dump.load(data, work);
    String attestation =
        masking.map(how -> attestations.attest(spec, how, dump.proof().orElseThrow())).orElse(null);
    return new ImportResult(source.release(), "", size, attestation);
  }

  /** Starts over after an interruption, which leaves data in an unknown state. */
  private void beginLoadingAnew(ImportSpec spec, WorkFolder folder, StepRun run) {
    Processes.killAll(folder.folder());
    if (folder.isMarked(LOADING_BEGUN)) {
      provision(spec, run);
    }
    folder.mark(LOADING_BEGUN);
  }

  /** Turns the loaded data into a frozen volume for clones. */
  private ImportResult freeze(ImportSpec spec, StepRun run) {
    WorkFolder folder = context.folder(spec.id());
    String staged = VolumeNames.staged(spec.id());
    if (!folder.isMarked(WRITTEN)) {
      DataVolume volume = context.staged(spec.id());
      Processes.killAll(volume.root());
      describe(spec.id(), volume);
      folder.mark(WRITTEN);
    }
    // Only a frozen volume gets the final name, which therefore shows that it is complete.
    context.volumes().freeze(staged);
    context.volumes().rename(staged, VolumeNames.golden(spec.id()));
    return goldenRecord(context.volumes(), spec.id()).result();
  }

  private void describe(UUID id, DataVolume volume) {
    ImportRecords records = context.records(id);
    ProbedSource source = records.source();
    ImportResult result =
        new ImportResult(
            source.release(),
            VolumeNames.handle(id),
            records.loadedSize(),
            records.done(ImportPhase.IMPORTING).map(it -> it.result().attestation()).orElse(null));
    volume.write(source.info());
    volume.write(RECORD, JsonFile.text(new StepRecord(result, records.warnings())));
  }

  /** Returns the result that is recorded in the golden. */
  static StepRecord goldenRecord(VolumeStore volumes, UUID id) {
    DataVolume volume = new DataVolume(volumes.path(VolumeNames.golden(id)));
    return JsonFile.read(volume.root().resolve(RECORD), StepRecord.class)
        .orElseGet(() -> unrecorded(volume, id));
  }

  /** The volume's final name shows that it is complete, even if the record is lost. */
  private static StepRecord unrecorded(DataVolume volume, UUID id) {
    return new StepRecord(
        new ImportResult(volume.info().release(), VolumeNames.handle(id), 0),
        List.of(
            "%s of the golden is missing or damaged: the golden's size and warnings are lost"
                .formatted(RECORD)));
  }

  /** Removes the temporary files and processes of an import. */
  private ImportResult cleanUp(ImportSpec spec, StepRun run) {
    clean(spec.id());
    return context.volumes().exists(VolumeNames.golden(spec.id()))
        ? goldenRecord(context.volumes(), spec.id()).result()
        : ImportResult.UNKNOWN;
  }

  /** Kills the import's processes and removes its folder and its unfinished volume. */
  void clean(UUID id) {
    removeData(id);
    context.folder(id).removeAll();
  }

  /** Kills the import's processes and removes its unfinished volume. */
  void removeData(UUID id) {
    Processes.killAll(context.folder(id).folder());
    if (!completeGolden(id)) {
      context.preparation().discard(VolumeNames.staged(id));
    }
  }

  /** Completes a frozen volume, which lacks only its final name and must not be removed. */
  boolean completeGolden(UUID id) {
    return context.volumes().renameIfComplete(VolumeNames.staged(id), VolumeNames.golden(id));
  }
}
