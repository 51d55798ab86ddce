; The installer of Windows, for Inno Setup: iscc /DVersion=0.1.0 .ci\packaging\pawnviz.iss
[Setup]
AppId=org.pawnviz.pawnviz
AppName=pawnviz
AppVersion={#Version}
DefaultDirName={autopf}\pawnviz
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
LicenseFile=..\..\LICENSE
SetupIconFile=..\..\build\pawnviz.ico
OutputBaseFilename=pawnviz-{#Version}-windows
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes

[Files]
Source: "..\..\build\frozen\pawnviz\*"; DestDir: "{app}"; Flags: recursesubdirs

[Icons]
Name: "{autoprograms}\pawnviz"; Filename: "{app}\pawnviz.exe"

[Registry]
Root: HKA; Subkey: "Software\Classes\.pgn\OpenWithProgids"; ValueType: string; ValueName: "pawnviz"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.epd\OpenWithProgids"; ValueType: string; ValueName: "pawnviz"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.fen\OpenWithProgids"; ValueType: string; ValueName: "pawnviz"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\pawnviz"; ValueType: string; ValueData: "URL:pawnviz"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\pawnviz"; ValueType: string; ValueName: "URL Protocol"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\pawnviz\shell\open\command"; ValueType: string; ValueData: """{app}\pawnviz.exe"" ""%1"""

[Run]
Filename: "{app}\pawnviz.exe"; Description: "Start pawnviz"; Flags: nowait postinstall skipifsilent
