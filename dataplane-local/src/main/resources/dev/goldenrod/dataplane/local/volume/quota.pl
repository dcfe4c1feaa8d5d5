# Limits what a project may hold, after giving empty folders to it: quota.pl FOLDER PROJECT KIB [TO_GIVE...].
# FOLDER is any of the file system's. Files that are made in what is given belong to the project too.
use strict;

my ($folder, $project, $kib, @given) = @ARGV;
# A system call is given the address of what was never a number.
$_ += 0 for $project, $kib;
my ($get_attributes, $set_attributes, $inherit) = (0x801c581f, 0x401c5820, 0x200);
my ($quotactl_fd, $set_project_quota, $block_limits) = (443, 0x80000802, 1);

for my $path (@given) {
    open my $directory, '<', $path or die "$path: $!\n";
    my $attributes = "\0" x 28;
    ioctl($directory, $get_attributes, $attributes) or die "$path: attributes: $!\n";
    my @fields = unpack 'L5', $attributes;
    $fields[0] |= $inherit;
    $fields[3] = $project;
    substr($attributes, 0, 20) = pack 'L5', @fields;
    ioctl($directory, $set_attributes, $attributes) or die "$path: project: $!\n";
}
open my $file_system, '<', $folder or die "$folder: $!\n";
my $limits = pack 'Q8 L2', $kib, 0, 0, 0, 0, 0, 0, 0, $block_limits, 0;
syscall($quotactl_fd, fileno $file_system, $set_project_quota, $project, $limits) >= 0
    or die "quotactl_fd: $!\n";
