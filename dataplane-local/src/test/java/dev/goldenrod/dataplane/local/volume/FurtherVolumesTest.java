package dev.goldenrod.dataplane.local.volume;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("slow")
@ParameterizedClass
@MethodSource("dev.goldenrod.dataplane.local.volume.VolumeTestSetup#further")
final class FurtherVolumesTest extends VolumeContract {}
